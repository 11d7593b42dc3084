import { deflateSync, crc32 } from 'node:zlib';
import {
    createIntegration,
    deleteIntegration,
    getConnectSession,
    getIntegration,
    listIntegrations,
    updateIntegration
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
beforeEach(async () => {
    for (const { unique_key: id } of (await app.call(listIntegrations, {})).data) await app.call(deleteIntegration, { params: { id } });
});
afterAll(() => app[Symbol.asyncDispose]());

const svgUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`;
/** Each of five groups draws the one before ten times. */
const bomb = (draw: (id: string) => string, element = 'g', times = 10) =>
    svg([1, 2, 3, 4, 5].map((level) => `<${element} id="a${level}">${draw(`a${level - 1}`).repeat(times)}</${element}>`).join(''));
const drawsTooMuch = 'draws more than 2000 elements, each counted as often as it is used';
const circle = svgUrl(svg('<circle cx="12" cy="12" r="9" fill="#3457d5"/>'));

function chunk(type: string, data: Buffer): Buffer {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
}
/** A grey square. */
function png(side: number): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([8, 0], 8);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const pixels = deflateSync(Buffer.alloc(side * (side + 1)));
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
const pngUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

const make = (logo?: string) =>
    app.call(createIntegration, { body: { provider: 'stripe', unique_key: 'pay', ...(logo === undefined ? {} : { logo }) } });
const change = (body: { logo?: string | null; display_name?: string }) => app.call(updateIntegration, { params: { id: 'pay' }, body });
const shownLogo = async () => (await app.callAs((await app.session()).token)(getConnectSession, {})).data.integrations[0]?.logo ?? null;
const refused = async (logo: string) => errorOf(await sendJson(app, 'PATCH', '/integrations/pay', { logo }));

test('an integration shows the logo it was given, and without it the mark of its provider', async () => {
    const { data: made } = await make(circle);
    expect(made.logo).toMatch(new RegExp(`^${app.url}/logos/[0-9a-f]{32}$`));
    expect((await app.call(getIntegration, { params: { id: 'pay' } })).data.logo).toBe(made.logo);
    expect((await app.call(listIntegrations, {})).data[0]?.logo).toBe(made.logo);
    expect(await shownLogo()).toBe(new URL(made.logo).pathname);
    const { data: renamed } = await change({ display_name: 'Payments' });
    expect(renamed.logo).toBe(made.logo);
    const { data: changed } = await change({ logo: null });
    expect(changed.logo).toBe(`${app.url}/providers/stripe/icon`);
    expect(await shownLogo()).toMatch(/^data:image\/svg\+xml,/);
    expect(outcomeOf(await app.raw(new URL(made.logo).pathname, { token: null }))).toBe('404 not_found');
});

test('T-28: a logo is served without a key, for ever, and can run and load nothing', async () => {
    const { data } = await make(circle);
    const { status, headers, text } = await app.raw(new URL(data.logo).pathname, { token: null });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; style-src 'unsafe-inline'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(text).toBe(svg('<circle cx="12" cy="12" r="9" fill="#3457d5"></circle>'));
    expect(outcomeOf(await app.raw(`/logos/${'0'.repeat(32)}`, { token: null }))).toBe('404 not_found');
});

test('an SVG keeps the colours that a drawing program writes into rules', async () => {
    const { data } = await make(svgUrl(svg('<style>.st0{fill:#3457D5;}</style><g><circle class="st0" r="9"/></g>')));
    const { text } = await app.raw(new URL(data.logo).pathname, { token: null });
    expect(text).toBe(svg('<style>.st0{fill:#3457D5;}</style><g><circle class="st0" r="9"></circle></g>'));
});

test('a PNG is served as it was given', async () => {
    const given = png(128);
    const { data } = await make(pngUrl(given));
    const response = await fetch(data.logo);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(given)).toBe(true);
});

test('another picture has another address, and the same one the same', async () => {
    const first = (await make(circle)).data.logo;
    const second = (await change({ logo: pngUrl(png(64)) })).data.logo;
    expect(second).not.toBe(first);
    expect((await change({ logo: circle })).data.logo).toBe(first);
});

test('a deleted integration takes its logo with it', async () => {
    const { data } = await make(circle);
    const served = async () => outcomeOf(await app.raw(new URL(data.logo).pathname, { token: null }));
    expect(await served()).toBe('200');
    await app.call(deleteIntegration, { params: { id: 'pay' } });
    await vi.waitUntil(async () => (await served()) === '404 not_found');
});

describe('T-28: an SVG that does more than draw', () => {
    beforeEach(async () => {
        await make();
    });

    test.each([
        ['a script', '<script>alert(1)</script>', 'has a <script>'],
        ['a handler', '<circle onclick="alert(1)" r="1"/>', 'has a script in onclick'],
        ['HTML', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>', 'has a <foreignObject>'],
        ['a picture from elsewhere', '<image href="https://tracker.example/a.png"/>', 'has a <image>'],
        ['a link', '<a href="https://phish.example"><circle r="1"/></a>', 'has a <a>'],
        [
            'a rule that refers to another drawing',
            '<style>.a { mask: url(#b) }</style>',
            'has a <style> that loads, inherits or refers to something'
        ],
        [
            'a rule that takes over what is drawn for others',
            '<style>.a { mask: Inherit }</style>',
            'has a <style> that loads, inherits or refers to something'
        ],
        ['a rule that imports', '<style>@import "//x"</style>', 'has a <style> that loads, inherits or refers to something'],
        [
            'a rule from elsewhere in disguise',
            '<style><![CDATA[.a{fill:u\\72l(//x)}]]></style>',
            'has a <style> that loads, inherits or refers to something'
        ],
        ['an animation', '<set attributeName="href" to="x"/>', 'has a <set>'],
        ['a drawing from elsewhere', '<use href="https://other.example/a.svg#b"/>', 'links to something outside itself'],
        ['a script as the address', '<use href="javascript:alert(1)"/>', 'links to something outside itself'],
        ['a fill from elsewhere', '<rect fill="url(https://other.example/a.svg#b)"/>', 'loads something in fill'],
        ['a style from elsewhere without its usual name', `<rect style="fill: image-set('//x' 1x)"/>`, 'loads something in style'],
        ['a fill whose address is in quotes', `<rect fill="url( '//x#a' )"/>`, 'loads something in fill'],
        ['a style from elsewhere in disguise', `<rect style="fill:u\\72l(//x)"/>`, 'loads something in style']
    ])('%s is refused in words', async (_what, inside, problem) => {
        expect(await refused(svgUrl(svg(inside)))).toMatchObject({
            code: 'invalid_body',
            errors: [
                {
                    path: ['logo'],
                    message: `The SVG ${problem}. Give an SVG that only draws, without scripts, links and embedded pictures, or a PNG.`
                }
            ]
        });
        expect(await shownLogo()).toMatch(/^data:/);
    });

    test.each([
        ['an entity bomb', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`, 'has a document type declaration'],
        ['no SVG', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'does not begin with <svg xmlns="http://www.w3.org/2000/svg">'],
        ['no XML', 'hello', 'is not well-formed XML'],
        ['an SVG cut short', svg('').slice(0, -3), 'is not well-formed XML'],
        ['thousands of elements', svg('<g/>'.repeat(3000)), 'has too many elements'],
        ['a drawing of drawings of drawings', bomb((id) => `<use href="#${id}"/>`), drawsTooMuch],
        ['a drawing of drawings in another spelling', bomb((id) => `<use href="#%61${id.slice(1)}"/>`), 'refers to an id that has more'],
        ['a fill of fills', bomb((id) => `<rect fill="url( '#${id}')"/>`, 'pattern'), drawsTooMuch],
        [
            'a fill of fills that is inherited',
            bomb((id) => `<g style="fill:url(#${id})">${'<path/>'.repeat(10)}</g>`, 'pattern', 1),
            drawsTooMuch
        ],
        ['a mask of masks', bomb((id) => `<rect mask="url(#${id})"/>`, 'mask'), drawsTooMuch],
        ['a mask that is inherited', svg('<g mask="url(#m)"><rect mask="inherit"/></g>'), 'inherits something in mask'],
        ['a drawing of itself', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), drawsTooMuch],
        ['elements within elements', svg(`${'<g>'.repeat(100)}${'</g>'.repeat(100)}`), 'has too many elements']
    ])('%s is refused in words', async (_what, text, problem) => {
        expect(JSON.stringify(await refused(svgUrl(text)))).toContain(`The SVG ${problem.replaceAll('"', String.raw`\"`)}`);
    });

    test('a drawing that uses one part often, with gradients, masks and clippings, is kept', async () => {
        const drawing =
            '<defs><linearGradient id="a"><stop offset="1"></stop></linearGradient><linearGradient id="b" href="#a"></linearGradient><path id="p" d="M0 0h9"></path><clipPath id="c"><use href="#p"></use></clipPath><mask id="m"><g clip-path="url(#c)"><use href="#p"></use></g></mask></defs>' +
            `<g clip-path="url(#c)"><g mask="url(#m)" fill="url(#b)">${'<use href="#p"></use>'.repeat(300)}</g></g>`;
        const { data } = await change({ logo: svgUrl(svg(drawing)) });
        expect((await app.raw(new URL(data.logo).pathname, { token: null })).text).toBe(svg(drawing));
    });

    test('what editors add and what has no effect is left out, and what draws is kept', async () => {
        const { data } = await change({
            logo: svgUrl(
                `<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" xmlns:e="http://editor.example" xmlns:xlink="http://www.w3.org/1999/xlink" e:version="1" viewBox="0 0 9 9"><metadata>me</metadata><e:guide><e:x/></e:guide><title>T</title><defs><linearGradient id="g"><stop offset="1" stop-color="red"/></linearGradient></defs><rect width="9" height="9" fill="url(#g)" data-name="r" style="opacity:.5"/><use xlink:href="#g"/><text x="1">A&amp;B</text></svg>`
            )
        });
        expect((await app.raw(new URL(data.logo).pathname, { token: null })).text).toBe(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="g"><stop offset="1" stop-color="red"></stop></linearGradient></defs><rect width="9" height="9" fill="url(#g)" style="opacity:.5"></rect><use href="#g"></use><text x="1">A&amp;B</text></svg>'
        );
    });
});

describe('a picture that is no logo', () => {
    beforeEach(async () => {
        await make();
    });

    test.each([
        ['a PNG that is cut short', pngUrl(png(64).subarray(0, -20)), 'The PNG is damaged.'],
        ['a PNG with a wrong checksum', pngUrl(Buffer.from(png(64)).fill(7, 20, 24)), 'The PNG is damaged.'],
        ['a PNG with something behind it', pngUrl(Buffer.concat([png(64), Buffer.from('<html>')])), 'The PNG is damaged.'],
        ['text called a PNG', pngUrl(Buffer.from('hello')), 'The PNG is no PNG.'],
        ['a PNG of 600 pixels', pngUrl(png(600)), 'The PNG is 600 × 600 pixels, more than 512 × 512.'],
        ['a picture over 32 KiB', pngUrl(Buffer.alloc(40_000)), 'The picture is too large. Give at most 32 KiB.'],
        ['an address', 'https://example.com/logo.png', 'Give the picture as a data: URL in base64'],
        ['a GIF', 'data:image/gif;base64,R0lGODlh', 'Give the picture as a data: URL in base64']
    ])('%s is refused in words', async (_what, logo, message) => {
        expect(JSON.stringify(await refused(logo))).toContain(message);
    });
});
