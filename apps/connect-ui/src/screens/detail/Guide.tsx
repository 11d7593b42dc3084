import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { useContext, useState } from 'react';
import type { shownFields } from '../../fields/field-rules.ts';
import { WholeLanguageContext } from '../../i18n/later-texts.ts';
import { DocsLink } from '../parts/DocsLink.tsx';
import { Isolated } from '../parts/Isolated.tsx';

/** Where to find what the form asks for: the steps, if any, and the page with more. */
export function Guide({
    integration,
    fields
}: {
    integration: Pick<ConnectableIntegration, 'docs_url' | 'guide'>;
    fields: ReturnType<typeof shownFields>;
}) {
    const { t, locale } = useContext(WholeLanguageContext);
    const { guide, docs_url: docs } = integration;
    // On a small screen the boxes come first.
    const [opens] = useState(() => window.innerWidth > 400);
    const rest = fields.filter(({ docs_url: own }) => own === null);
    if (rest.length === 0) return null;
    const title = t(fields.length > 1 ? 'detail.whereToFindAll' : 'detail.whereToFind');
    // Beside links of single boxes, the page of all is not that of the boxes alone that have none.
    if (!guide) return <DocsLink href={docs}>{rest.length === fields.length ? title : t('detail.fullGuide')}</DocsLink>;
    return (
        <details className="guide" open={opens}>
            <summary>{title}</summary>
            <ol lang={guide.lang === locale ? undefined : (guide.lang ?? '')}>
                {guide.steps.map((step, index) => (
                    <li key={index}>
                        <Isolated>{step}</Isolated>
                    </li>
                ))}
            </ol>
            <DocsLink href={docs}>{t('detail.fullGuide')}</DocsLink>
        </details>
    );
}
