import { needsConfirmation } from '../../flow/state.ts';
import { LinkGlyph } from '../parts/LinkGlyph.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';
import type { FlowIn } from '../state-record.ts';
import type { FirstViewProps } from '../view.ts';

/** What stays when there is no host page to take the widget away. */
export function Closed({ flow: { outcome, isOpen }, model }: FirstViewProps<FlowIn<'closed'>>) {
    const t = useT();
    if (outcome === 'connected' && needsConfirmation(model))
        return (
            <Screen title={t('success.almost')} art={<LinkGlyph state="attention" large />}>
                <p className="intro">{t('success.confirm')}</p>
            </Screen>
        );
    return (
        <Screen title={t('closed.title')} art={<LinkGlyph state={outcome === 'connected' ? 'connected' : 'broken'} large />}>
            <p className="intro">{t(isOpen && outcome !== 'connected' ? 'closed.open' : `closed.${outcome}`)}</p>
        </Screen>
    );
}
