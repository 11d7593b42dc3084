import { alertRuleCodes, alertRules } from '@patchbay/contracts';
import { referencePage } from '../../../kernel/http/reference-page.ts';
import type { Page } from '../../../kernel/http/mount.ts';

let made: Page | undefined;

/** Every rule, at `#<rule>`, which messages link to. Made once, when it is first asked for. */
export function alertPage(): Page {
    made ??= referencePage({
        title: 'Alerts of Patchbay',
        heading: 'Alerts',
        sections: alertRuleCodes.map((rule) => {
            const { opens, resolves, remedy, call, counts } = alertRules[rule];
            return {
                id: rule,
                paragraphs: [
                    `An issue is opened when ${opens}`,
                    `It is resolved when ${resolves}`,
                    `\`count\` is the number of ${counts}.`,
                    `${remedy} \`${call.replace('/{subject}', '/:id').replaceAll(/\{(\w+)\}/g, '…')}\``
                ]
            };
        })
    });
    return made;
}
