import { useT } from '../i18n/later-texts.ts';

/** Uncovers a secret. Its words stay the same, since it says itself whether it is pressed. */
export function ShowButton({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: (pressed: boolean) => void }) {
    const t = useT();
    return (
        <button
            className="show"
            type="button"
            aria-pressed={pressed}
            aria-label={t('field.showLabel', { label })}
            onClick={() => onPress(!pressed)}
        >
            {t('field.show')}
        </button>
    );
}
