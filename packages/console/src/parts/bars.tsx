import { type ReactNode } from 'react';
import { List } from './list.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

/** A stretch of time with the numbers of it, one on top of the other. */
export interface Bar {
  readonly label: string;
  readonly values: readonly number[];
}

interface BarsProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** What the values are, from the bottom up, with the tone of each. */
  readonly series: readonly { readonly name: string; readonly tone: string }[];
}

const HEIGHT = 120;
const WIDTH = 40;
const GAP = 8;

/** Numbers over time as a picture, and as a table for whoever wants them exactly. */
export function Bars({ label, bars, series }: BarsProps): ReactNode {
  const most = Math.max(1, ...bars.map(sumOf));
  const width = bars.length * (WIDTH + GAP);
  return (
    <figure>
      <figcaption>
        <h3>{label}</h3>
        {series.map(({ name, tone }) => (
          <span key={name} className={`key ${tone}`}>
            {name}
          </span>
        ))}
        <span className="soft">{texts.atMost(most.toLocaleString('en'))}</span>
      </figcaption>
      <svg
        className="bars"
        role="img"
        aria-label={`${label}: ${bars.map((bar) => `${bar.label} ${sumOf(bar)}`).join(', ')}`}
        viewBox={`0 0 ${width} ${HEIGHT + 18}`}
      >
        {bars.map((bar, place) => (
          <Stack key={bar.label} {...{ bar, series, most }} x={place * (WIDTH + GAP)} />
        ))}
        <line x1={0} y1={HEIGHT} x2={width} y2={HEIGHT} className="edge" />
      </svg>
      <details>
        <summary>{texts.numbers}</summary>
        <List
          label={texts.numbersOf(label)}
          rows={bars}
          idOf={(bar) => bar.label}
          columns={[
            { title: common.from, cell: (bar: Bar) => bar.label },
            ...series.map(({ name }, place) => ({
              title: name,
              cell: ({ values }: Bar) => (values[place] ?? 0).toLocaleString('en'),
              look: 'end' as const,
            })),
          ]}
          empty={null}
        />
      </details>
    </figure>
  );
}

function sumOf({ values }: Bar): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function Stack(props: {
  readonly bar: Bar;
  readonly series: BarsProps['series'];
  readonly most: number;
  readonly x: number;
}): ReactNode {
  const { bar, series, most, x } = props;
  const heights = bar.values.map((value) => (value / most) * (HEIGHT - 4));
  return (
    <g>
      {heights.map((height, place) => {
        const below = heights.slice(0, place).reduce((sum, one) => sum + one, 0);
        return (
          <rect
            key={series[place]?.name}
            className={`bar ${series[place]?.tone ?? ''}`}
            {...{ x, width: WIDTH, height, y: HEIGHT - below - height }}
          />
        );
      })}
      <text x={x + WIDTH / 2} y={HEIGHT + 14} textAnchor="middle">
        {bar.label}
      </text>
    </g>
  );
}
