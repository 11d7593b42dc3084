import { appearance as appearanceSchema, invalidBody } from '@patchbay/contracts';
import type { Appearance } from '@patchbay/contracts/widget-message';
import { readSvg } from './read-logo.ts';

const head = 'data:image/svg+xml;base64,';

/**
 * The appearance with its logo written anew, if that is an SVG.
 * @throws {AppError} `invalid_body` naming what is wrong with the SVG
 */
export function withSafeLogo<Given extends Appearance | undefined>(appearance: Given): Given {
    const logo = appearance?.logo;
    if (!logo?.src.startsWith(head)) return appearance;
    const path = ['appearance', 'logo', 'src'];
    const src = head + readSvg(Buffer.from(logo.src.slice(head.length), 'base64'), path).toString('base64');
    // What is stored has to fit as well.
    const { success } = appearanceSchema.shape.logo.safeParse({ ...logo, src });
    if (!success) throw invalidBody(path, 'The SVG is too large once it is written out in full. Make it smaller, or give a PNG.');
    return { ...appearance, logo: { ...logo, src } };
}
