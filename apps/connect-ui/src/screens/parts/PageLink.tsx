import { OutIcon } from './icons.tsx';
import { useT } from '../../i18n/later-texts.ts';

/** To a page of the product's. @param href null, or not https: nothing is shown */
export function PageLink({ href, children }: { href: string | null; children: string }) {
    const t = useT();
    if (!href?.startsWith('https://')) return null;
    return (
        <a className="link" href={href} target="_blank" rel="noopener noreferrer">
            {children} <OutIcon />
            <span className="visually-hidden"> {t('detail.newWindow')}</span>
        </a>
    );
}
