import { createHash } from 'node:crypto';
import { invalidBody } from '@patchbay/contracts';
import { checkPng } from './check-png.ts';
import { sanitizeSvg, UnsafeSvgError } from './sanitize-svg.ts';

/** A picture that is fit to be shown. */
export interface Logo {
    /** Names this picture alone, so that it can be cached for ever. */
    id: string;
    mediaType: 'image/svg+xml' | 'image/png';
    content: Buffer;
}

const remedy = 'Give an SVG that only draws, without scripts, links and embedded pictures, or a PNG.';

/**
 * The picture in a data URL.
 * @param owner makes the id differ between integrations with the same picture
 * @throws {AppError} `invalid_body` naming what is wrong with it
 */
export function readLogo(dataUrl: string, owner: string): Logo {
    // The contract has checked the form.
    const [head = '', body = ''] = dataUrl.split(',', 2);
    const bytes = Buffer.from(body, 'base64');
    const logo = head.startsWith('data:image/png')
        ? { mediaType: 'image/png' as const, content: readPng(bytes) }
        : { mediaType: 'image/svg+xml' as const, content: readSvg(bytes, ['logo']) };
    const id = createHash('sha256').update(`${owner}\n${logo.mediaType}\n`).update(logo.content).digest('hex').slice(0, 32);
    return { id, ...logo };
}

function readPng(bytes: Buffer): Buffer {
    const problem = checkPng(bytes);
    if (problem !== undefined) throw invalidBody(['logo'], `The PNG ${problem}. Give a square PNG of 64 to 512 pixels, or an SVG.`);
    return bytes;
}

/** @throws {AppError} `invalid_body` at this path, naming what is wrong with it */
export function readSvg(bytes: Buffer, path: string[]): Buffer {
    try {
        return Buffer.from(sanitizeSvg(bytes.toString('utf8')));
    } catch (error) {
        if (!(error instanceof UnsafeSvgError)) throw error;
        throw invalidBody(path, `${error.message} ${remedy}`);
    }
}
