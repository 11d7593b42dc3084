// @vitest-environment jsdom
import type { FromWidget } from '@patchbay/contracts/widget-message';
import { afterEach, expect, test, vi } from 'vitest';
import { watchCardHeight } from './card-height.ts';

afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
    delete document.documentElement.dataset['layout'];
});

/** A card of this height, without a layout engine. @returns the sizes that are told */
function watched(layout: string | undefined, height: number, content = '<main></main>') {
    const sizes: unknown[] = [];
    let resized = () => {};
    vi.stubGlobal(
        'ResizeObserver',
        class {
            constructor(callback: () => void) {
                resized = callback;
            }
            observe() {}
        }
    );
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 440, height));
    document.body.innerHTML = `<div class="card">${content}</div>`;
    const root = document.documentElement;
    if (layout !== undefined) root.dataset['layout'] = layout;
    watchCardHeight(root, { tell: (message: FromWidget) => sizes.push('height' in message && message.height) });
    return { sizes, resized: () => resized(), becomes: (next: number) => measured.mockReturnValue(new DOMRect(0, 0, 440, next)) };
}

test.each([
    ['inline', 40.2, 41],
    ['modal', 511.2, 512],
    ['modal', 40, 320]
])('the page around a card in the layout %s of %s px is told %s px', (layout, height, told) => {
    const { sizes, resized } = watched(layout, height);
    resized();
    resized();
    expect(sizes).toEqual([told]);
});

test('a change of the content alone is told, and no page of its own tells any', async () => {
    const { sizes, becomes } = watched('modal', 400);
    becomes(500);
    document.querySelector('main')?.append('More');
    await vi.waitFor(() => expect(sizes).toEqual([500]));
    expect(watched('page', 400).sizes).toEqual([]);
});

test('a skeleton, which is as high as its frame, is not told', () => {
    const { sizes, resized } = watched('modal', 400, '<main><div class="skeleton"></div></main>');
    resized();
    expect(sizes).toEqual([]);
});
