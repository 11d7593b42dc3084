import type { Outcome } from '@patchbay/contracts/widget-message';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

/** The session offers nothing to connect. */
export function ListEmpty({ app }: { app: string | null }) {
    const texts = useTexts();
    return (
        <Screen title={texts.emptyTitle} art={<LinkGlyph state="broken" large />}>
            <p className="intro">{texts.emptyText(app)}</p>
        </Screen>
    );
}

/** What stays when there is no host page to take the widget away. */
export function Closed({ outcome }: { outcome: Outcome }) {
    const texts = useTexts();
    return (
        <Screen title={texts.closedTitle}>
            <p className="intro">{texts.closedText[outcome]}</p>
        </Screen>
    );
}

/** Shaped like the list, so that little moves when it comes. */
export function Skeleton() {
    const texts = useTexts();
    return (
        <div className="screen skeleton" aria-busy="true">
            <h1 className="visually-hidden">{texts.loading}</h1>
            <div className="bone bone-title" />
            <div className="bone bone-line" />
            <div className="bone bone-row" />
            <div className="bone bone-row" />
            <div className="bone bone-row" />
        </div>
    );
}
