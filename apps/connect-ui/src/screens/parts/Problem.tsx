import { AlertIcon } from './icons.tsx';
import { useT } from '../../i18n/later-texts.ts';
import { Support } from './Support.tsx';
import type { Banner } from '../../flow/model.ts';

interface ProblemProps {
    banner: Banner | null;
    provider: string;
    /** The provider's own words, where it gave any. */
    providerText?: string | null;
    /** The form still holds what was typed. */
    kept?: boolean;
    /** The failed try, once support should hear of it. */
    support?: string | null;
}

/** What was wrong with the last step, above the fields to correct. */
export function Problem({ banner, provider, providerText = null, kept = false, support = null }: ProblemProps) {
    const t = useT();
    if (banner === null) return null;
    return (
        <div className={`banner banner-${banner === 'session_renewed' ? 'mild' : 'danger'}`} role="alert">
            <AlertIcon />
            <div>
                <p>
                    {t(`banner.${banner}`, { provider })}
                    {kept && (banner === 'unreachable' || banner === 'unexpected') && ` ${t('banner.kept')}`}
                </p>
                {providerText !== null && <p>{t('banner.said', { provider, providerText })}</p>}
                {support !== null && <Support code={support} />}
            </div>
        </div>
    );
}
