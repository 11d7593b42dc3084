import { OutIcon } from './icons.tsx';
import { useT } from '../../i18n/later-texts.ts';

/**
 * To where the provider explains what the form asks for; nothing where there is no such page.
 * @param about id of the label of the one field that it is about
 */
export function DocsLink({ href, about, children }: { href: string | null; about?: string; children: string }) {
    const t = useT();
    if (href === null || !/^https?:\/\//.test(href)) return null;
    return (
        <p>
            <a className="link" href={href} target="_blank" rel="noopener noreferrer" aria-describedby={about}>
                {children} <OutIcon />
                <span className="visually-hidden"> {t('detail.newWindow')}</span>
            </a>
        </p>
    );
}
