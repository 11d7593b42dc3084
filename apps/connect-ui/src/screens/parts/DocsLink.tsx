import { OutIcon } from './icons.tsx';
import { useT } from '../../i18n/texts.ts';

/**
 * To where the provider explains what the form asks for.
 * @param about id of the label of the one field that it is about
 * @param several it is about several fields
 */
export function DocsLink({ href, about, several = false }: { href: string; about?: string; several?: boolean }) {
    const t = useT();
    if (!/^https?:\/\//.test(href)) return null;
    return (
        <p>
            <a className="link" href={href} target="_blank" rel="noopener noreferrer" aria-describedby={about}>
                {t(several ? 'detail.whereToFindAll' : 'detail.whereToFind')} <OutIcon />
                <span className="visually-hidden"> {t('detail.newWindow')}</span>
            </a>
        </p>
    );
}
