import type { ConnectSession } from '../../flow/model.ts';
import { useT } from '../../i18n/later-texts.ts';
import { Access } from '../parts/Access.tsx';
import { PageLink } from '../parts/PageLink.tsx';

interface ConsentProps {
    /** What the product can do, in sentences. */
    access: readonly string[];
    provider: string;
    session: Pick<ConnectSession, 'privacy_url' | 'terms_url' | 'manages_connections'>;
}

/** What the end user agrees to, where more about it is written, and how to take it back. */
export function Consent({ access, provider, session }: ConsentProps) {
    const t = useT();
    return (
        <div className="consent">
            <Access title={t('detail.access')} scopes={access} />
            <p className="help">{session.manages_connections ? t('detail.disconnectHere') : t('detail.takeBack', { provider })}</p>
            {(session.privacy_url ?? session.terms_url) !== null && (
                <p className="help choices">
                    <PageLink href={session.privacy_url}>{t('detail.privacy')}</PageLink>
                    <PageLink href={session.terms_url}>{t('detail.terms')}</PageLink>
                </p>
            )}
        </div>
    );
}
