#include "go_asm.h"
#include "textflag.h"

// func askStarts(starts []uint32, nodes []graph.Node)
TEXT ·askStarts(SB), NOSPLIT, $0-48
	MOVQ starts_base+0(FP), SI
	MOVQ nodes_base+24(FP), DX
	MOVQ nodes_len+32(FP), CX
	TESTQ CX, CX
	JZ   done

node:
	MOVL (DX), AX
	PREFETCHT0 (SI)(AX*4)
	ADDQ $4, DX
	DECQ CX
	JNZ  node

done:
	RET

// func askLists(l *Lists, nodes []graph.Node)
TEXT ·askLists(SB), NOSPLIT, $0-32
	MOVQ l+0(FP), AX
	MOVQ Lists_starts(AX), SI
	MOVQ (Lists_starts+8)(AX), R11
	MOVQ Lists_succ(AX), DI
	MOVQ nodes_base+8(FP), DX
	MOVQ nodes_len+16(FP), CX
	DECQ R11
	TESTQ CX, CX
	JZ   done

list:
	MOVL (DX), AX
	CMPQ AX, R11
	JGE  next
	MOVL (SI)(AX*4), R8
	MOVL 4(SI)(AX*4), R9
	PREFETCHT0 (DI)(R8*4)
	PREFETCHT0 -4(DI)(R9*4)
	SUBQ R8, R9
	CMPQ R9, $32
	JG   long

next:
	ADDQ $4, DX
	DECQ CX
	JNZ  list

done:
	RET

long:
	LEAQ (DI)(R8*4), R10
	SHLQ $2, R9
	CMPQ R9, $512
	JLE  some
	MOVQ $512, R9

some:
	ADDQ R10, R9

line:
	ADDQ $64, R10
	PREFETCHT0 (R10)
	CMPQ R10, R9
	JLT  line
	JMP  next

// sixteen copies a line from R8 to BX.
#define sixteen \
	MOVUPS (R8), X0 \
	MOVUPS 16(R8), X1 \
	MOVUPS 32(R8), X2 \
	MOVUPS 48(R8), X3 \
	MOVUPS X0, (BX) \
	MOVUPS X1, 16(BX) \
	MOVUPS X2, 32(BX) \
	MOVUPS X3, 48(BX)

// func copyLists(l *Lists, nodes []graph.Node) (lists, arcs int)
TEXT ·copyLists(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), AX
	MOVQ Lists_starts(AX), SI
	MOVQ Lists_succ(AX), DI
	MOVQ (Lists_succ+8)(AX), R13
	SUBQ $const_short, R13
	LEAQ Lists_ends(AX), BX
	MOVQ nodes_base+8(FP), DX
	MOVQ nodes_len+16(FP), CX
	MOVQ CX, R12
	MOVQ BX, R11
	LEAQ (4*const_atOnce)(BX), R14
	TESTQ CX, CX
	JZ   stop

list:
	MOVL (DX), AX
	MOVL (SI)(AX*4), R8
	MOVL 4(SI)(AX*4), R9
	CMPQ R9, R13
	JG   stop
	SUBQ R8, R9
	CMPQ R9, $const_longest
	JHI  stop // or if the list ended before it began
	LEAQ (DI)(R8*4), R8
	LEAQ (BX)(R9*4), R10
	sixteen
	SUBQ $16, R9
	JG   more

next:
	MOVQ R10, BX
	ADDQ $4, DX
	DECQ CX
	JZ   stop
	CMPQ BX, R14
	JLE  list
	JMP  stop

more:
	ADDQ $64, R8
	ADDQ $64, BX
	sixteen
	SUBQ $16, R9
	JG   more
	JMP  next

stop:
	SUBQ CX, R12
	MOVQ R12, lists+32(FP)
	SUBQ R11, BX
	SHRQ $2, BX
	MOVQ BX, arcs+40(FP)
	RET
