import { endpoints, errorReference } from '@patchbay/contracts';
import type { Page } from '../../../kernel/http/mount.ts';
import { referencePage } from '../../../kernel/http/reference-page.ts';

let made: Page | undefined;

/** Every error code with its remedy, at `#<code>`. Made once, when it is first asked for. */
export function errorPage(): Page {
    made ??= referencePage({
        title: 'Errors of the Patchbay API',
        heading: 'Errors',
        sections: errorReference(endpoints).map(({ code, status, message, remedy, endpoints: naming }) => {
            const at = naming.map(({ endpoint, status: own }) => `\`${endpoint}\`${own === status ? '' : ` (${own})`}`);
            return { id: code, status, paragraphs: [message, remedy, ...(at.length === 0 ? [] : [`At ${at.join(', ')}.`])] };
        })
    });
    return made;
}
