#include "textflag.h"

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
