/** What surrounds every page: the name, the settings, small controls. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Frog } from "../pieces/frog";
import { LANGUAGES, LANGUAGE_CODES, nextLanguage } from "../words/language";
import { Link, usePage } from "./context";
import { forgetWitnesses } from "./fair/witness";
import { forget } from "./keep";
import { BlockedList } from "./people/blocked-list";
import type { Route } from "./route";
import { PACES, PONDS, USUAL, loudness } from "./settings";
import { soundOfVolume } from "./sounds";
import { failureText } from "./words";

export function Logo() {
  return (
    <svg class="logo tint-green" viewBox="-52 -52 104 104" aria-hidden="true">
      <ellipse cx={0} cy={40} rx={50} ry={10} class="logo-pad" />
      <Frog />
    </svg>
  );
}

export function Header({ route }: { readonly route: Route }) {
  const { t, lang, change, settings } = usePage();
  const [isOpen, setOpen] = useState(false);
  const other = nextLanguage(lang);
  return (
    <header
      class={
        route.page === "table" || route.page === "replay" || route.page === "record"
          ? "top slim"
          : route.page === "home"
            ? "top at-home"
            : "top"
      }
    >
      <Link to={{ page: "home" }} class="brand" label={`${t.title}, ${t.home}`}>
        <Logo />
        <span>{t.title}</span>
      </Link>
      <nav class="tools" aria-label={t.settings.open}>
        <button type="button" class="quiet" lang={other} onClick={() => change({ language: other })}>
          {LANGUAGES[other].name}
        </button>
        <button
          type="button"
          class="quiet"
          aria-pressed={settings.sound}
          onClick={() => change({ sound: !settings.sound })}
          aria-label={t.settings.sound}
        >
          <Icon name={settings.sound ? "sound" : "silence"} />
        </button>
        <button
          type="button"
          class="quiet"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          aria-label={t.settings.open}
        >
          <Icon name="sliders" />
        </button>
      </nav>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </header>
  );
}

const ICONS = {
  sound: "M3,9H7L12,4V20L7,15H3ZM15,8C17,10 17,14 15,16M18,5C22,9 22,15 18,19",
  silence: "M3,9H7L12,4V20L7,15H3ZM15,9L21,15M21,9L15,15",
  sliders: "M3,7H12M18,7H21M15,4A3,3 0 1,0 15,10A3,3 0 1,0 15,4ZM3,17H6M12,17H21M9,14A3,3 0 1,0 9,20A3,3 0 1,0 9,14Z",
  close: "M5,5L19,19M19,5L5,19",
  first: "M6,5V19M19,5L9,12L19,19Z",
  back: "M16,5L7,12L16,19Z",
  play: "M7,4L19,12L7,20Z",
  pause: "M8,5V19M16,5V19",
  on: "M8,5L17,12L8,19Z",
  last: "M18,5V19M5,5L15,12L5,19Z",
  turnBack: "M12,5L4,12L12,19ZM21,5L13,12L21,19Z",
  turnOn: "M12,5L20,12L12,19ZM3,5L11,12L3,19Z",
  decision: "M6,21V4M6,4H19L16,8L19,12H6",
  undo: "M8,5L3,10L8,15M3,10H15A5,5 0 0,1 15,20H9",
  chip: "M7,7H17V17H7ZM10,3V7M14,3V7M10,17V21M14,17V21M3,10H7M3,14H7M17,10H21M17,14H21",
} as const;

export function Icon({ name }: { readonly name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = usePage();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) ref.current?.close();
      }}
    >
      <div class="sheet">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet shut" aria-label={t.close} onClick={() => ref.current?.close()}>
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  );
}

function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, house, settings, change } = usePage();
  const [said, setSaid] = useState("");
  const s = t.settings;
  const notify = async (isOn: boolean) => {
    if (!isOn) return change({ notify: false });
    const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
    change({ notify: answer === "granted" });
    setSaid(answer === "granted" ? "" : s.notifyRefused);
  };
  const forgetAll = async () => {
    try {
      await house.forgetMe();
      forget("games");
      forget("told");
      forget("blocked");
      forgetWitnesses();
      forget("settings");
      change(USUAL);
      setSaid(s.forgotten);
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  return (
    <Dialog title={s.open} onClose={onClose}>
      <div class="fields">
        <Choice
          label={s.language}
          value={settings.language}
          onChange={(language) => change({ language })}
          options={[["auto", s.auto], ...LANGUAGE_CODES.map((code) => [code, LANGUAGES[code].name] as const)]}
        />
        <Choice
          label={s.theme}
          value={settings.theme}
          onChange={(theme) => change({ theme })}
          options={[
            ["auto", s.auto],
            ["light", s.light],
            ["dark", s.dark],
          ]}
        />
        <Choice
          label={s.palette}
          value={settings.palette}
          onChange={(palette) => change({ palette })}
          options={[
            ["usual", s.usual],
            ["wide", s.wide],
          ]}
        />
        <Choice
          label={s.motion}
          value={settings.motion}
          onChange={(motion) => change({ motion })}
          options={[
            ["auto", s.auto],
            ["none", s.none],
          ]}
        />
        <Choice
          label={t.recap.pace}
          value={settings.pace}
          onChange={(pace) => change({ pace })}
          options={PACES.map((pace) => [pace, t.recap.paces[pace]] as const)}
        />
        <Choice
          label={t.boards.pond}
          value={settings.pond}
          onChange={(pond) => change({ pond })}
          options={PONDS.map((pond) => [pond, t.boards.ponds[pond]] as const)}
        />
        <Choice
          label={t.boards.coordinates}
          value={settings.coordinates}
          onChange={(coordinates) => change({ coordinates })}
          options={[
            ["some", t.boards.coordinatesSome],
            ["all", t.boards.coordinatesAll],
            ["none", t.boards.coordinatesNone],
          ]}
        />
        <Text label={s.name} value={settings.name} onChange={(name) => change({ name })} />
        <Tick label={s.sound} value={settings.sound} onChange={(sound) => change({ sound })} />
        <Volume />
        <Tick label={t.recap.pause} value={settings.pause} onChange={(pause) => change({ pause })} />
        <Tick label={s.confirm} value={settings.confirm} onChange={(confirm) => change({ confirm })} />
        <Tick label={s.forced} value={settings.forced} onChange={(forced) => change({ forced })} />
        <Tick label={s.notify} value={settings.notify} onChange={(isOn) => void notify(isOn)} />
        <Tick label={s.letters} value={settings.letters} onChange={(letters) => change({ letters })} />
      </div>
      <BlockedList />
      <details class="danger">
        <summary>{s.forget}</summary>
        <p>{s.forgetAbout}</p>
        <button type="button" class="button alert" onClick={() => void forgetAll()}>
          {s.forget}
        </button>
      </details>
      <p role="status">{said}</p>
    </Dialog>
  );
}

/** How loud sounds are; moving it lets one hear it, and wants sounds. */
function Volume() {
  const { t, settings, change } = usePage();
  const id = useId();
  const percent = Math.round(settings.volume * 100);
  return (
    <div class="field">
      <label for={id}>{t.settings.volume}</label>
      <input
        id={id}
        class="slider"
        type="range"
        min={0}
        max={100}
        step={5}
        value={settings.sound ? percent : 0}
        aria-valuetext={t.percent(settings.sound ? settings.volume : 0)}
        onInput={(event) => {
          const volume = Number(event.currentTarget.value) / 100;
          change(volume === 0 ? { sound: false } : { sound: true, volume });
        }}
        onChange={() => soundOfVolume(loudness(settings))}
      />
    </div>
  );
}

export interface ChoiceProps<V extends string | number> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [V, string])[];
  /** What helps to choose. */
  readonly about?: string;
  readonly onChange: (value: V) => void;
}

export function Choice<V extends string | number>({ label, value, options, about, onChange }: ChoiceProps<V>) {
  const id = useId();
  const pick = (text: string) => {
    const found = options.find(([option]) => `${option}` === text);
    if (found !== undefined) onChange(found[0]);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={`${value}`}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        onChange={(event) => pick(event.currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={`${option}`} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      {about !== undefined && (
        <small id={`${id}-about`} class="soft">
          {about}
        </small>
      )}
    </div>
  );
}

export interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly longest?: number;
}

export function Text({ label, value, onChange, longest = 30 }: TextProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        maxLength={longest}
        autocomplete="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

export function Tick({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <label class="tick">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** Copies a text; where the browser does not let us, it is selected for copying by hand. */
export function CopyButton({
  text,
  label,
  class: kind = "button",
}: {
  readonly text: string;
  readonly label: string;
  readonly class?: string;
}) {
  const { t } = usePage();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (isDone) setTimeout(() => setCopied(false), 2_500);
  };
  return (
    <button type="button" class={kind} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? t.copied : label}</span>
    </button>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without encryption browsers have no clipboard for pages: the old way still works.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}
