import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { countDrawn, type DrawnElement } from './count-drawn.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** What draws, and nothing that runs, loads or links. */
const elements = new Set(
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask pattern style'.split(
        ' '
    )
);
/** Left out without a loss: they say something and draw nothing. */
const silent = new Set(['title', 'desc', 'metadata']);
const attributes = new Set(
    [
        'id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points viewBox preserveAspectRatio transform pathLength href',
        'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray',
        'stroke-dashoffset opacity color clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits gradientUnits',
        'gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits patternTransform',
        'font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing display visibility style'
    ].flatMap((names) => names.split(' '))
);
/** Of colours and transformations. */
const functions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'matrix', 'translate', 'scale', 'rotate', 'skewx', 'skewy']);
/** Drawn for the element that has it, and not for those within. */
const drawnOnce = new Set(['clip-path', 'mask']);
const maxElements = 2000;
const maxDepth = 64;

/** Names what an SVG may not have, for the person who uploads it. */
export class UnsafeSvgError extends Error {
    override name = 'UnsafeSvgError';
}

/**
 * The drawing of an SVG, written anew from what is known to be harmless: elements and attributes
 * that draw. Comments, editors' data and unknown attributes are left out.
 * @throws {UnsafeSvgError} when it is no SVG, or would run, load or link something
 */
export function sanitizeSvg(text: string): string {
    const out: string[] = [];
    const open: DrawnElement[] = [];
    let root: DrawnElement | undefined;
    let skippedDepth = 0;
    let count = 0;
    const parser = new SaxesParser({ xmlns: true, position: false });
    parser.on('error', (error) => refuse(`is not well-formed XML: ${error.message}`));
    parser.on('doctype', () => refuse('has a document type declaration'));
    parser.on('opentag', (tag) => {
        if (skippedDepth > 0 || isForeign(tag) || silent.has(tag.local)) {
            if (open.length === 0 && skippedDepth === 0) refuse('does not begin with <svg xmlns="http://www.w3.org/2000/svg">');
            skippedDepth += 1;
            return;
        }
        if (!elements.has(tag.local)) refuse(`has a <${tag.local}>`);
        if (open.length === 0 && tag.local !== 'svg') refuse('does not begin with <svg>');
        count += 1;
        if (count > maxElements || open.length >= maxDepth) refuse('has too many elements');
        const xmlns = open.length === 0 ? ` xmlns="${svgNamespace}"` : '';
        const written = Object.values(tag.attributes).filter(isWritten);
        out.push(`<${tag.local}${xmlns}${written.map(({ local, value }) => ` ${local}="${escaped(value)}"`).join('')}>`);
        const element = drawnElement(tag.local, written);
        open.at(-1)?.children.push(element);
        root ??= element;
        open.push(element);
    });
    const write = (words: string) => {
        const parent = open.at(-1)?.name;
        if (skippedDepth > 0) return;
        if (parent === 'style' && (loadsSomething(words, []) || /inherit/i.test(words)))
            refuse('has a <style> that loads, inherits or refers to something');
        if (parent === 'text' || parent === 'tspan' || parent === 'style') out.push(escaped(words));
    };
    parser.on('text', write);
    parser.on('cdata', write);
    parser.on('closetag', () => {
        if (skippedDepth > 0) skippedDepth -= 1;
        else out.push(`</${open.pop()?.name ?? ''}>`);
    });
    parser.write(text).close();
    if (root && countDrawn(root) > maxElements) refuse(`draws more than ${maxElements} elements, each counted as often as it is used`);
    return out.join('');
}

function isForeign({ uri }: SaxesTagNS): boolean {
    return uri !== svgNamespace;
}

function drawnElement(name: string, written: SaxesAttributeNS[]): DrawnElement {
    const element: DrawnElement = { name, id: undefined, children: [], drawn: [], inherited: [] };
    for (const { local, value } of written) {
        if (local === 'id') element.id = value;
        if (local === 'href') element.drawn.push(targetOf(value));
        const targets = Array.from(value.matchAll(/url\(\s*["']?([^"')]*)/gi), ([, target = '']) => targetOf(target));
        (drawnOnce.has(local) ? element.drawn : element.inherited).push(...targets);
    }
    return element;
}

/** Browsers read an address, where an escaped character is another spelling of the same id. */
function targetOf(address: string): string {
    const [, id] = /^#([\p{L}\p{N}_.:-]+)\s*$/u.exec(address) ?? [];
    return id ?? refuse('refers to an id that has more than letters, digits and _ . : -');
}

function isWritten({ local, prefix, value }: SaxesAttributeNS): boolean {
    if (/^on/i.test(local)) refuse(`has a script in ${local}`);
    const isOwn = prefix === '' || (prefix === 'xlink' && local === 'href');
    if (!isOwn || !attributes.has(local)) return false;
    if (local === 'href' && !value.startsWith('#')) refuse('links to something outside itself');
    if (loadsSomething(value)) refuse(`loads something in ${local}`);
    if ((drawnOnce.has(local) || local === 'style') && /inherit/i.test(value)) refuse(`inherits something in ${local}`);
    return true;
}

/**
 * A backslash could hide the name of a function, and `@` begins a rule that loads.
 * @param addresses with what the argument of `url` may begin
 */
function loadsSomething(value: string, addresses: readonly string[] = ['#']): boolean {
    if (/[\\@]/.test(value)) return true;
    const parts = value
        .toLowerCase()
        .replaceAll(/[\s'"]/g, '')
        .split('(');
    return parts.slice(1).some((given, index) => {
        const name = /[a-z-]{0,16}$/.exec(parts[index] ?? '')?.[0] ?? '';
        return name === 'url' ? !addresses.some((address) => given.startsWith(address)) : !functions.has(name);
    });
}

function escaped(text: string): string {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function refuse(what: string): never {
    throw new UnsafeSvgError(`The SVG ${what}.`);
}
