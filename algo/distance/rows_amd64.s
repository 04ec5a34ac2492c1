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

// func askLists(r *rows, nodes []graph.Node)
TEXT ·askLists(SB), NOSPLIT, $0-32
	MOVQ r+0(FP), AX
	MOVQ rows_starts(AX), SI
	MOVQ rows_succ(AX), DI
	MOVQ nodes_base+8(FP), DX
	MOVQ nodes_len+16(FP), CX
	TESTQ CX, CX
	JZ   done

list:
	MOVL (DX), AX
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

// func copyLists(r *rows, nodes []graph.Node) (lists, arcs int)
TEXT ·copyLists(SB), NOSPLIT, $0-48
	MOVQ r+0(FP), AX
	MOVQ rows_starts(AX), SI
	MOVQ rows_succ(AX), DI
	MOVQ (rows_succ+8)(AX), R13
	SUBQ $const_short, R13
	LEAQ rows_ends(AX), BX
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
	JG   stop
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

// put writes a node to DI, which moves on if it was not seen.
#define put(node) \
	CMPL node, R13 \
	JAE  wrong \
	MOVL node, (DI) \
	XORL R12, R12 \
	CMPB (SI)(node*1), $1 \
	MOVB $1, (SI)(node*1) \
	ADCL $0, R12 \
	LEAQ (DI)(R12*4), DI

// func putNewKernel(seen []uint8, end, nodes []graph.Node) (found, wrong int)
//
// It ends where a node is not one of those that can be seen: wrong is 1 then.
TEXT ·putNewKernel(SB), NOSPLIT, $0-88
	MOVQ seen_base+0(FP), SI
	MOVQ seen_len+8(FP), R13
	MOVQ end_base+24(FP), DI
	MOVQ nodes_base+48(FP), DX
	MOVQ nodes_len+56(FP), CX
	MOVQ DI, R11
	XORL R10, R10
	SUBQ $4, CX
	JL   rest

four:
	MOVL (DX), AX
	MOVL 4(DX), BX
	MOVL 8(DX), R8
	MOVL 12(DX), R9
	ADDQ $16, DX
	put(AX)
	put(BX)
	put(R8)
	put(R9)
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   stop

one:
	MOVL (DX), AX
	ADDQ $4, DX
	put(AX)
	DECQ CX
	JNZ  one
	JMP  stop

wrong:
	INCQ R10

stop:
	SUBQ R11, DI
	SHRQ $2, DI
	MOVQ DI, found+72(FP)
	MOVQ R10, wrong+80(FP)
	RET
