/** The frogmuncher: a wader with a blue head, looking right, in a box of 100 by 100 around the origin. */

export function Bird({ alert }: { readonly alert: boolean }) {
  return (
    <g class={alert ? "bird wary" : "bird"}>
      <ellipse class="bird-ground" cx={-4} cy={56} rx={26} ry={6} />
      <path class="leg" d="M-8,28L-9,54M-9,54L1,55M4,28L5,54M5,54L15,55" />
      <path class="bird-tail" d="M-24,8C-38,14 -44,26 -46,36C-34,34 -24,30 -16,24Z" />
      <path class="plumage" d="M-28,14C-26,-6 -6,-12 8,-8C24,-4 26,14 16,24C4,36 -24,34 -28,14Z" />
      <path class="bird-wing" d="M-24,12C-16,0 2,0 8,10C2,24 -16,28 -24,12Z" />
      <g class="neck" transform={alert ? "translate(10 -2) rotate(34)" : ""}>
        <path class="throat" d="M4,2C4,-14 0,-24 4,-36C10,-44 20,-42 22,-34C24,-26 20,-14 20,4Z" />
        <circle class="head" cx={12} cy={-42} r={14} />
        <path class="crest" d="M2,-52C-8,-60 -12,-58 -18,-62C-14,-52 -8,-46 0,-44Z" />
        {alert ? (
          <g>
            <path class="beak" d="M24,-50L58,-58L27,-42Z" />
            <path class="beak" d="M26,-40L54,-34L24,-34Z" />
          </g>
        ) : (
          <path class="beak" d="M24,-48L60,-40L24,-36Z" />
        )}
        <circle class="eyeball" cx={16} cy={-45} r={5} />
        <circle class="bird-pupil" cx={17.4} cy={-45} r={2.6} />
      </g>
    </g>
  );
}
