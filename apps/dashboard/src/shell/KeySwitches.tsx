import { SwitchField } from '../parts/Choice.tsx';
import { changeKeySettings, useKeySettings } from './key-settings.ts';

/** Kept by this browser. */
export function KeySwitches() {
    const { single, go } = useKeySettings();
    return (
        <div className="flex flex-col">
            <SwitchField
                label="/, ? and J work anywhere on a page"
                isOn={single}
                onChange={(isOn) => changeKeySettings({ single: isOn })}
            />
            <SwitchField label="G and a letter go to a page" isOn={go} onChange={(isOn) => changeKeySettings({ go: isOn })} />
            <p className="text-small text-text-2">Off, they cannot be pressed by mistake, as when you dictate. This browser keeps it.</p>
        </div>
    );
}
