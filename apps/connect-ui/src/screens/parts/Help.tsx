import type { ConnectSession } from '../../flow/model.ts';
import { useT } from '../../i18n/later-texts.ts';
import { PageLink } from './PageLink.tsx';

interface HelpProps {
    session: Pick<ConnectSession, 'support_url' | 'support_email'>;
    /** Subject of a mail: the app, and the code of the failed try. */
    about?: string;
}

/** Where the product helps: the last thing on each screen where something went wrong. */
export function Help({ session, about }: HelpProps) {
    const t = useT();
    const { support_url: page, support_email: email } = session;
    if (page === null && email === null) return null;
    return (
        <p className="help choices">
            <PageLink href={page}>{t('support.page')}</PageLink>
            {email !== null && (
                // In a window of its own: a mail site refuses to be shown in a frame.
                <a
                    className="link"
                    href={`mailto:${email}${about ? `?subject=${encodeURIComponent(about.trim())}` : ''}`}
                    target="_blank"
                    rel="noopener noreferrer"
                >
                    {t('support.mail', { email })}
                </a>
            )}
        </p>
    );
}
