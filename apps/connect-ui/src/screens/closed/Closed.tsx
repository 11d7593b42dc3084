import { LinkGlyph } from '../parts/LinkGlyph.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';
import type { FirstViewProps } from '../view.ts';
import { needsConfirmation } from '../../flow/selectors.ts';
import type { ClosedState } from './state.ts';

/** What stays when there is no host page to take the widget away. */
export function ClosedScreen({ flow: { outcome, isOpen }, model }: FirstViewProps<ClosedState>) {
    const t = useT();
    if (outcome === 'connected' && needsConfirmation(model))
        return (
            <Screen title={t('success.almost')} art={<LinkGlyph state="attention" />}>
                <p className="intro">{t('success.confirm')}</p>
            </Screen>
        );
    return (
        <Screen title={t('closed.title')} art={<LinkGlyph state={outcome === 'connected' ? 'connected' : 'broken'} />}>
            <p className="intro">{t(isOpen && outcome !== 'connected' ? 'closed.open' : `closed.${outcome}`)}</p>
        </Screen>
    );
}
