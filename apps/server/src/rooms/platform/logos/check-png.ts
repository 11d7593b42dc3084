import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxSide = 512;

/**
 * Whether bytes are a whole PNG (W3C PNG §5) of a size that is fit for a logo.
 * @returns what is wrong, as the rest of a sentence; undefined when nothing is
 */
export function checkPng(bytes: Buffer): string | undefined {
    if (!bytes.subarray(0, signature.length).equals(signature)) return 'is no PNG';
    const types: string[] = [];
    let at = signature.length;
    while (at + 12 <= bytes.length && types.at(-1) !== 'IEND') {
        const length = bytes.readUInt32BE(at);
        const end = at + 12 + length;
        if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'is damaged';
        types.push(bytes.toString('latin1', at + 4, at + 8));
        at = end;
    }
    if (types[0] !== 'IHDR' || types.at(-1) !== 'IEND' || !types.includes('IDAT') || at !== bytes.length) return 'is damaged';
    const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return sides.every((side) => side > 0 && side <= maxSide)
        ? undefined
        : `is ${sides.join(' × ')} pixels, more than ${maxSide} × ${maxSide}`;
}
