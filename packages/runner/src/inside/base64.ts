export interface Base64 {
    toBase64(bytes: Uint8Array): string;
    fromBase64(text: string): Uint8Array;
}

let codec: Base64 | undefined;

/** Isolates have no encoder of their own. */
export function useBase64(given: Base64): void {
    codec = given;
}

export function base64(): Base64 {
    if (!codec) throw new Error('There is no encoder.');
    return codec;
}
