import type { Provider } from '@patchbay/providers';
import { monogramInks, monogramOf } from '@patchbay/tokens';

const tile = (fill: string, drawing: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="8" fill="${fill}"/>${drawing}</svg>`;

/** A provider's mark as SVG: its own on a white tile or, where it has none, its initials. */
export function drawMark({ id, display_name: name, mark }: Pick<Provider, 'id' | 'display_name' | 'mark'>): string {
    if (mark) return tile('#fff', `<path transform="translate(6 6) scale(.8334)" fill="${mark.color}" d="${mark.path}"/>`);
    const { letters, ink } = monogramOf(name, id);
    const text = `<text x="16" y="21" text-anchor="middle" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#fff">`;
    return tile(monogramInks[ink] ?? '', `${text}${letters.replaceAll(/[<>&"]/g, '')}</text>`);
}

const urls = new WeakMap<Provider, string>();

/** The provider's own mark as a data URL, without a request; null where it has none. */
export function markUrl(provider: Provider): string | null {
    if (!provider.mark) return null;
    const known = urls.get(provider) ?? dataUrl(drawMark(provider));
    urls.set(provider, known);
    return known;
}

/** Half as long as Base64, and it compresses better. */
function dataUrl(svg: string): string {
    return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[#<>%]/g, encodeURIComponent)}`;
}
