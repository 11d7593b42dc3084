import { LinkGlyph } from '../parts/LinkGlyph.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';
import type { FirstViewProps } from '../view.ts';
import type { ListEmptyState } from './state.ts';

/** The session offers nothing to connect. */
export function ListEmptyScreen({ onClose }: FirstViewProps<ListEmptyState>) {
    const t = useT();
    return (
        <Screen
            title={t('list.empty.title')}
            art={<LinkGlyph state="broken" />}
            actions={onClose && <Button onClick={onClose}>{t('action.close')}</Button>}
        >
            <p className="intro">{t('list.empty.text')}</p>
        </Screen>
    );
}
