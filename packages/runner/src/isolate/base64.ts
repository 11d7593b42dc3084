import { libraries } from './libraries.ts';

export const toBase64 = (bytes: Uint8Array): string => libraries.base64().toBase64(bytes);
export const fromBase64 = (text: string): Uint8Array => libraries.base64().fromBase64(text);
