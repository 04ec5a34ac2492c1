#include "textflag.h"

// func unionKernel(dst, counters *byte, list *uint32, n int)
//
// The counter at dst becomes the greatest of itself and of those of the list, register by register.
TEXT ·unionKernel(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ counters+8(FP), SI
	MOVQ list+16(FP), DX
	MOVQ n+24(FP), CX
	MOVOU 0(DI), X0
	MOVOU 16(DI), X1
	MOVOU 32(DI), X2
	MOVOU 48(DI), X3
	CMPQ CX, $8
	JLE  last

ahead: // eight counters before it is needed, each is asked for
	MOVL 32(DX), AX
	SHLQ $6, AX
	PREFETCHT0 (SI)(AX*1)
	MOVL (DX), AX
	SHLQ $6, AX
	MOVOU 0(SI)(AX*1), X4
	MOVOU 16(SI)(AX*1), X5
	MOVOU 32(SI)(AX*1), X6
	MOVOU 48(SI)(AX*1), X7
	PMAXUB X4, X0
	PMAXUB X5, X1
	PMAXUB X6, X2
	PMAXUB X7, X3
	ADDQ $4, DX
	DECQ CX
	CMPQ CX, $8
	JG   ahead

last:
	TESTQ CX, CX
	JZ   done

one:
	MOVL (DX), AX
	SHLQ $6, AX
	MOVOU 0(SI)(AX*1), X4
	MOVOU 16(SI)(AX*1), X5
	MOVOU 32(SI)(AX*1), X6
	MOVOU 48(SI)(AX*1), X7
	PMAXUB X4, X0
	PMAXUB X5, X1
	PMAXUB X6, X2
	PMAXUB X7, X3
	ADDQ $4, DX
	DECQ CX
	JNZ  one

done:
	MOVOU X0, 0(DI)
	MOVOU X1, 16(DI)
	MOVOU X2, 32(DI)
	MOVOU X3, 48(DI)
	RET
