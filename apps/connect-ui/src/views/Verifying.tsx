import { LinkGlyph } from '../LinkGlyph.tsx';
import { Screen, useElapsed } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

export function Verifying({ provider }: { provider: string }) {
    const texts = useTexts();
    const slow = useElapsed(10_000);
    return (
        <Screen title={texts.checking(provider)} art={<LinkGlyph state="connecting" large />}>
            <div className="progress" />
            {slow && <p className="help">{texts.checkingSlow(provider)}</p>}
        </Screen>
    );
}
