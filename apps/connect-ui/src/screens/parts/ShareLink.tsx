import type { ConnectSession } from '../../flow/model.ts';
import { useT } from '../../i18n/texts.ts';

/**
 * Who asks, and for whom: a link may have been passed on, and its page stands alone. Nothing in
 * other sessions.
 */
export function ShareLink({ session }: { session: ConnectSession | null }) {
    const t = useT();
    const expiresAt = session?.link_expires_at ?? null;
    if (expiresAt === null) return null;
    const who = whoseOf(session);
    return (
        <div className="asks">
            <p>{who === '' ? t('link.asks') : t('link.asksFor', { who })}</p>{' '}
            <p className="help">{t('link.until', { until: new Date(expiresAt) })}</p>
        </div>
    );
}

/** As the product named them: a person, an organization, both or neither. */
function whoseOf(session: ConnectSession | null): string {
    const person = session?.endUser?.display_name ?? '';
    const organization = session?.endUser?.organization?.display_name ?? '';
    return person !== '' && organization !== '' ? `${person} (${organization})` : person || organization;
}
