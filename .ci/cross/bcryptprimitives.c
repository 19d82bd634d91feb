/* The function of Windows's bcryptprimitives.dll that Rust's standard library calls. Wine 8 does not have this library. */
#include <windows.h>

/* RtlGenRandom */
BOOLEAN WINAPI SystemFunction036(PVOID bytes, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length < 4096 ? (ULONG)length : 4096;
        if (!SystemFunction036(bytes, part))
            return FALSE;
        bytes += part;
        length -= part;
    }
    return TRUE;
}
