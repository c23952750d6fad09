import { DataType, FunctionType, MetricType } from "@zilliz/milvus2-sdk-node";
import type { PlacedCollection } from "./catalogue.ts";
import type { CollectionSchema } from "./client.ts";

type Placed = Pick<PlacedCollection, "place">;

/** Where the insights of a collection are in Milvus, and where their vectors. */
export const insightsOf = ({ place }: Placed): string => `insights_${place}`;
export const vectorsOf = ({ place }: Placed): string => `vectors_${place}`;

const LONGEST = 65_535;

/** What a search filters by, in both. */
const filtered = [
  { name: "key", data_type: DataType.Int64 },
  { name: "source", data_type: DataType.Int64 },
  { name: "date", data_type: DataType.Int32 },
];

/**
 * A collection for insights, found by their words, and one for vectors, several of an insight: a Milvus row has one vector
 * of a field. Our words are analysed already, so that Milvus only parts them at blanks.
 */
export function schemasOf(collection: Placed & { dim: number }): CollectionSchema[] {
  return [
    {
      name: insightsOf(collection),
      fields: [
        { name: "row", data_type: DataType.Int64, is_primary_key: true },
        ...filtered,
        {
          name: "words",
          data_type: DataType.VarChar,
          max_length: LONGEST,
          enable_analyzer: true,
          analyzer_params: { tokenizer: "whitespace" },
        },
        { name: "bm25", data_type: DataType.SparseFloatVector },
        { name: "band0", data_type: DataType.Int64 },
        { name: "band1", data_type: DataType.Int64 },
        { name: "shown", data_type: DataType.VarChar, max_length: LONGEST },
        { name: "fields", data_type: DataType.VarChar, max_length: LONGEST },
      ],
      functions: [
        {
          name: "bm25",
          type: FunctionType.BM25,
          input_field_names: ["words"],
          output_field_names: ["bm25"],
          params: {},
        },
      ],
      indexes: [
        {
          field_name: "bm25",
          index_type: "SPARSE_INVERTED_INDEX",
          metric_type: "BM25",
          params: { bm25_k1: 1.2, bm25_b: 0.75 },
        },
      ],
    },
    {
      name: vectorsOf(collection),
      fields: [
        // The row and the part of it, in one: written again, a vector takes its own place.
        { name: "id", data_type: DataType.VarChar, max_length: 40, is_primary_key: true },
        { name: "row", data_type: DataType.Int64 },
        { name: "part", data_type: DataType.Int32 },
        ...filtered,
        { name: "vector", data_type: DataType.FloatVector, dim: collection.dim },
      ],
      indexes: [{ field_name: "vector", index_type: "FLAT", metric_type: MetricType.COSINE }],
    },
  ];
}
