import { LinkGlyph } from '../LinkGlyph.tsx';
import { Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';

export function Verifying({ provider, slow }: { provider: string; slow: boolean }) {
    const t = useT();
    return (
        <Screen title={t('busy.check', { provider })} art={<LinkGlyph state="connecting" large />}>
            <div className="progress" />
            {slow && <p className="help">{t('busy.slow', { provider })}</p>}
        </Screen>
    );
}
