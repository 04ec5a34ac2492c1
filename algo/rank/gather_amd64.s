#include "textflag.h"

// func gatherKernel(to, values []float64, list []graph.Node, ahead int) (wrong int)
//
// It ends where a node of the list has no value: wrong is 1 then. The values of the nodes that come so many later, of the list or behind it, are asked for, and lines of lists that come later still.
TEXT ·gatherKernel(SB), NOSPLIT, $0-88
	MOVQ to_base+0(FP), DI
	MOVQ values_base+24(FP), SI
	MOVQ values_len+32(FP), R13
	MOVQ list_base+48(FP), DX
	MOVQ list_len+56(FP), CX
	MOVQ ahead+72(FP), R10
	LEAQ (DX)(R10*4), R10
	XORL R12, R12
	SUBQ $4, CX
	JL   rest

four:
	PREFETCHNTA 4096(DX)
	MOVL (R10), R8
	MOVL 4(R10), R9
	MOVL 8(R10), AX
	MOVL 12(R10), BX
	PREFETCHT0 (SI)(R8*8)
	PREFETCHT0 (SI)(R9*8)
	PREFETCHT0 (SI)(AX*8)
	PREFETCHT0 (SI)(BX*8)
	ADDQ $16, R10
	MOVL (DX), AX
	MOVL 4(DX), BX
	MOVL 8(DX), R8
	MOVL 12(DX), R9
	ADDQ $16, DX
	CMPQ AX, R13
	JAE  wrong
	CMPQ BX, R13
	JAE  wrong
	CMPQ R8, R13
	JAE  wrong
	CMPQ R9, R13
	JAE  wrong
	MOVQ (SI)(AX*8), AX
	MOVQ (SI)(BX*8), BX
	MOVQ (SI)(R8*8), R8
	MOVQ (SI)(R9*8), R9
	MOVQ AX, (DI)
	MOVQ BX, 8(DI)
	MOVQ R8, 16(DI)
	MOVQ R9, 24(DI)
	ADDQ $32, DI
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	MOVL (DX), AX
	CMPQ AX, R13
	JAE  wrong
	MOVQ (SI)(AX*8), R8
	MOVQ R8, (DI)
	ADDQ $4, DX
	ADDQ $8, DI
	DECQ CX
	JNZ  one

done:
	MOVQ R12, wrong+80(FP)
	RET

wrong:
	INCQ R12
	JMP  done

// func askSums(to []float64, words []uint32, mask uint32)
TEXT ·askSums(SB), NOSPLIT, $0-52
	MOVQ to_base+0(FP), DI
	MOVQ words_base+24(FP), SI
	MOVQ words_len+32(FP), CX
	MOVL mask+48(FP), DX
	SUBQ $4, CX
	JL   rest

four:
	MOVL (SI), R8
	MOVL 4(SI), R9
	MOVL 8(SI), R10
	MOVL 12(SI), R11
	ANDL DX, R8
	ANDL DX, R9
	ANDL DX, R10
	ANDL DX, R11
	PREFETCHT0 (DI)(R8*8)
	PREFETCHT0 (DI)(R9*8)
	PREFETCHT0 (DI)(R10*8)
	PREFETCHT0 (DI)(R11*8)
	ADDQ $16, SI
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	MOVL (SI), R8
	ANDL DX, R8
	PREFETCHT0 (DI)(R8*8)
	ADDQ $4, SI
	DECQ CX
	JNZ  one

done:
	RET
