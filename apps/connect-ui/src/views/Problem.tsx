import type { Banner } from '../flow-state.ts';
import { AlertIcon } from '../icons.tsx';
import { useT } from '../texts.ts';

/** What was wrong with the last step, above what has to be mended. */
export function Problem({ banner, provider }: { banner: Banner | null; provider: string }) {
    const t = useT();
    if (banner === null) return null;
    return (
        <div className={`banner banner-${banner === 'session_renewed' ? 'mild' : 'danger'}`} role="alert">
            <AlertIcon />
            <p>{t(`banner.${banner}`, { provider })}</p>
        </div>
    );
}
