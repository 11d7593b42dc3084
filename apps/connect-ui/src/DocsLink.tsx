import { OutIcon } from './icons.tsx';
import { useT } from './texts.ts';

/** To where the provider explains what the form asks for. @param about id of the label of the one field that it is about */
export function DocsLink({ href, about }: { href: string; about?: string }) {
    const t = useT();
    if (!/^https?:\/\//.test(href)) return null;
    return (
        <p>
            <a className="link" href={href} target="_blank" rel="noopener noreferrer" aria-describedby={about}>
                {t('detail.whereToFind')} <OutIcon />
                <span className="visually-hidden"> {t('detail.newWindow')}</span>
            </a>
        </p>
    );
}
