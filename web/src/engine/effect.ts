/** What can be seen to happen, as the engine tells it. */

export type Seat = number;
/** Something on the table that can be pointed at: a pad, a frog, a card, a button. */
export type Spot = string;

export interface Piece {
  readonly kind: string;
  readonly owner?: Seat;
}

export type Effect =
  | { readonly effect: "rolled"; readonly dice: readonly number[]; readonly by: Seat | null }
  | { readonly effect: "starts"; readonly seat: Seat }
  | { readonly effect: "placed"; readonly piece: Piece; readonly at: Spot }
  | { readonly effect: "removed"; readonly piece: Piece; readonly from: Spot }
  | { readonly effect: "stepped"; readonly piece: Piece; readonly from: Spot; readonly to: Spot }
  | {
      readonly effect: "hopped";
      readonly piece: Piece;
      readonly from: Spot;
      readonly over: readonly Spot[];
      readonly to: Spot;
    }
  | { readonly effect: "pushed"; readonly piece: Piece; readonly from: Spot; readonly to: Spot }
  | { readonly effect: "hit"; readonly piece: Piece; readonly from: Spot; readonly to: Spot }
  | { readonly effect: "capped"; readonly piece: Piece; readonly at: Spot }
  | { readonly effect: "matured"; readonly piece: Piece; readonly at: Spot }
  | { readonly effect: "captured"; readonly piece: Piece; readonly at: Spot; readonly by: Seat | null }
  | { readonly effect: "eaten"; readonly piece: Piece; readonly at: Spot }
  | { readonly effect: "sent"; readonly piece: Piece; readonly by: Seat; readonly to: Spot }
  | { readonly effect: "taken"; readonly piece: Piece; readonly from: Spot; readonly by: Seat }
  | { readonly effect: "given"; readonly piece: Piece; readonly from: Seat; readonly to: Seat }
  | { readonly effect: "dropped"; readonly piece: Piece; readonly by: Seat; readonly at: Spot }
  | { readonly effect: "dealt"; readonly seat: Seat; readonly card: string | null }
  | { readonly effect: "kept"; readonly seat: Seat; readonly card: string | null }
  | { readonly effect: "revealed"; readonly seat: Seat; readonly card: string }
  | { readonly effect: "scored"; readonly seat: Seat; readonly points: number; readonly from: string }
  | { readonly effect: "forfeited"; readonly seat: Seat; readonly dice: readonly number[] }
  | { readonly effect: "passed"; readonly seat: Seat }
  | { readonly effect: "ended"; readonly winners: readonly Seat[]; readonly why: string };
