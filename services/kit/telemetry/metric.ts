import type { Counter, Histogram, Meter, ObservableCounter, ObservableGauge } from "@opentelemetry/api";

/**
 * One metric, as README's table lists it. Names are Prometheus' own, with the unit and `_total` at the end; where
 * OpenTelemetry has a convention (https://opentelemetry.io/docs/specs/semconv/) they follow it. Labels are named as there,
 * with dots, as spans have them too; Prometheus sees underscores. Every label has a bounded
 * number of values: a route's template and never a path, no key, no query, no publisher, no address of a caller.
 */
export interface MetricDefinition<Label extends string = string> {
  name: string;
  kind: "counter" | "gauge" | "histogram";
  labels: readonly Label[];
  about: string;
  /** Upper bounds of a histogram's buckets. */
  buckets?: readonly number[];
}

/** A definition with its labels known to the compiler. */
export const metric = <const Label extends string>(definition: MetricDefinition<Label>): MetricDefinition<Label> =>
  definition;

/** Values of the labels; an absent one is an empty label to Prometheus. */
export type Labels<Label extends string> = { [Name in Label]?: string };

/** Seconds, from half a millisecond to ten seconds. */
export const SECONDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The serializer adds `_total` to a counter by itself. */
const instrumentName = ({ name }: MetricDefinition): string => name.replace(/_total$/, "");

export const createCounter = <Label extends string>(
  meter: Meter,
  definition: MetricDefinition<Label>,
): Counter<Labels<Label>> => meter.createCounter(instrumentName(definition), { description: definition.about });

export const createHistogram = <Label extends string>(
  meter: Meter,
  definition: MetricDefinition<Label>,
): Histogram<Labels<Label>> =>
  meter.createHistogram(instrumentName(definition), {
    description: definition.about,
    advice: { explicitBucketBoundaries: [...(definition.buckets ?? SECONDS)] },
  });

/** A number that is looked up when somebody asks for it. */
export const createGauge = <Label extends string>(
  meter: Meter,
  definition: MetricDefinition<Label>,
): ObservableGauge<Labels<Label>> =>
  meter.createObservableGauge(instrumentName(definition), { description: definition.about });

/** A count that somebody else keeps, looked up when somebody asks for it. */
export const createObservedCounter = <Label extends string>(
  meter: Meter,
  definition: MetricDefinition<Label>,
): ObservableCounter<Labels<Label>> =>
  meter.createObservableCounter(instrumentName(definition), { description: definition.about });
