import { recordOf } from '../../flow/records.ts';
import { BackIcon, CloseIcon } from './icons.tsx';
import { LinkGlyph } from './LinkGlyph.tsx';
import { Logo } from './Logo.tsx';
import { useT } from '../../i18n/texts.ts';
import type { ScreenState } from '../states.gen.ts';

interface BarProps {
    shown: ScreenState;
    logo: { src: string; alt: string } | null;
    /** Missing where there is nothing to go back to. */
    onBack: (() => void) | undefined;
    /** Missing inside a page, which has nothing to be closed. */
    onClose: (() => void) | undefined;
}

/** At the top of every screen: the way back, or whose widget it is, and the way out. */
export function Bar({ shown, logo, onBack, onClose }: BarProps) {
    const t = useT();
    return (
        <div className="bar">
            {onBack ? (
                <button type="button" className="bar-button" aria-label={t('action.back')} title={t('action.back')} onClick={onBack}>
                    <BackIcon />
                </button>
            ) : (
                <span className="bar-glyph">
                    <Logo logo={logo} instead={recordOf(shown).hasSmallGlyph && <LinkGlyph state="connecting" />} />
                </span>
            )}
            {onClose && shown.state !== 'closed' && (
                <button type="button" className="bar-button" aria-label={t('action.close')} title={t('action.close')} onClick={onClose}>
                    <CloseIcon />
                </button>
            )}
        </div>
    );
}
