import { LinkGlyph } from '../parts/LinkGlyph.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';
import type { FirstViewProps } from '../view.ts';
import type { ClosedState } from './state.ts';

/** What stays until the host page has taken the widget away, and where there is none. */
export function ClosedScreen({ flow: { outcome, isOpen } }: FirstViewProps<ClosedState>) {
    const t = useT();
    return (
        <Screen title={t('closed.title')} art={<LinkGlyph state={outcome === 'connected' ? 'connected' : 'broken'} />}>
            <p className="intro">{t(isOpen && outcome !== 'connected' ? 'closed.open' : `closed.${outcome}`)}</p>
        </Screen>
    );
}
