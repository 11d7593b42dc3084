import { useT } from '../../i18n/texts.ts';
import type { Ended } from '../disconnected/state.ts';

/** What was disconnected right before; nothing shows nothing. */
export function EndedNote({ ended }: { ended: Ended | undefined }) {
    const t = useT();
    if (!ended) return null;
    return (
        <div className="asks">
            <p>{t('disconnected.title', { account: ended.account })}</p>
            {ended.remainsAt !== null && <p className="help">{t('disconnected.remains', { provider: ended.remainsAt })}</p>}
        </div>
    );
}
