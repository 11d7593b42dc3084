import { BackIcon, CloseIcon } from './icons.tsx';
import { ProductName } from './Product.tsx';
import { useT } from '../../i18n/texts.ts';

interface BarProps {
    isTest: boolean | undefined;
    /** Missing where there is nothing to go back to. */
    onBack: (() => void) | undefined;
    /** Missing where there is nothing to be closed. */
    onClose: (() => void) | undefined;
}

/** At the top of every screen: the way back, whose widget it is, and the way out. */
export function Bar({ isTest, onBack, onClose }: BarProps) {
    const t = useT();
    return (
        <div className="bar">
            {onBack && (
                <button type="button" className="bar-button" aria-label={t('action.back')} title={t('action.back')} onClick={onBack}>
                    <BackIcon />
                </button>
            )}
            <ProductName />
            {isTest && (
                <span className="tag tag-test" title={t('test.text')}>
                    {t('test.mode')}
                    <span className="visually-hidden">. {t('test.text')}</span>
                </span>
            )}
            {onClose && (
                <button type="button" className="bar-button" aria-label={t('action.close')} title={t('action.close')} onClick={onClose}>
                    <CloseIcon />
                </button>
            )}
        </div>
    );
}
