import { monogramInks, monogramOf } from '@patchbay/tokens';

/** A provider's mark as we draw it: its initials on a square tile. No vendor's logo is shipped. */
export function monogram({ id, display_name: name }: { id: string; display_name: string }): string {
    const { letters, ink } = monogramOf(name, id);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="8" fill="${monogramInks[ink]}"/><text x="16" y="21" text-anchor="middle" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#fff">${letters.replaceAll(/[<>&"]/g, '')}</text></svg>`;
}
