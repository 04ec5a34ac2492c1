#include "textflag.h"

// func askStartsKernel(starts, nodes *uint32, n int)
//
// The processor is asked for where the lists of n nodes begin.
TEXT ·askStartsKernel(SB), NOSPLIT, $0-24
	MOVQ starts+0(FP), SI
	MOVQ nodes+8(FP), DX
	MOVQ n+16(FP), CX
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

// func askListsKernel(starts, succ, nodes *uint32, n int)
//
// The processor is asked for the lists of n nodes: the first and the last line of those of 32 and less, up to nine lines and the last of others.
TEXT ·askListsKernel(SB), NOSPLIT, $0-32
	MOVQ starts+0(FP), SI
	MOVQ succ+8(FP), DI
	MOVQ nodes+16(FP), DX
	MOVQ n+24(FP), CX
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

// func copyListsKernel(starts, succ, nodes *uint32, n int, ends *uint32, last int) (lists, arcs int)
//
// Lists are copied to ends, one behind the other, until there are more than atOnce (1024) arcs, or a list is longer than
// longest (128) or ends behind last.
TEXT ·copyListsKernel(SB), NOSPLIT, $0-64
	MOVQ starts+0(FP), SI
	MOVQ succ+8(FP), DI
	MOVQ nodes+16(FP), DX
	MOVQ n+24(FP), CX
	MOVQ ends+32(FP), BX
	MOVQ last+40(FP), R13
	MOVQ CX, R12
	MOVQ BX, R11
	LEAQ 4096(BX), R14 // 4·atOnce
	TESTQ CX, CX
	JZ   stop

list:
	MOVL (DX), AX
	MOVL (SI)(AX*4), R8
	MOVL 4(SI)(AX*4), R9
	CMPQ R9, R13
	JG   stop
	SUBQ R8, R9
	CMPQ R9, $128 // longest
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
	MOVQ R12, lists+48(FP)
	SUBQ R11, BX
	SHRQ $2, BX
	MOVQ BX, arcs+56(FP)
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

// func putNewKernel(seen *uint8, of int, end, nodes *uint32, n int) (found, wrong int)
//
// Those of n nodes that were not seen are put at end, until one is not of the nodes that can be seen: wrong is 1 then.
TEXT ·putNewKernel(SB), NOSPLIT, $0-56
	MOVQ seen+0(FP), SI
	MOVQ of+8(FP), R13
	MOVQ end+16(FP), DI
	MOVQ nodes+24(FP), DX
	MOVQ n+32(FP), CX
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
	MOVQ DI, found+40(FP)
	MOVQ R10, wrong+48(FP)
	RET
