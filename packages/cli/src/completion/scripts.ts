/** Shells that completions are for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The line that asks for files of the file system. */
export const FILES_LINE = ":files";

/*
 * What each shell is to load. The words come from the tool itself, so that there is one place that knows them; the shells differ in how they hand
 * over the command line and take the candidates, `value<TAB>description` by line.
 */

const bash = `# a2a: completions for bash. Load them with: source <(a2a completion bash)
_a2a() {
  local value
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    if [[ $value == ${FILES_LINE} ]]; then
      compopt -o default 2>/dev/null
    elif [[ -n $value ]]; then
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o nosort -F _a2a a2a 2>/dev/null || complete -F _a2a a2a
`;

const zsh = `#compdef a2a
# a2a: completions for zsh. Load them with: source <(a2a completion zsh)
_a2a() {
  local line value files=0
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ${FILES_LINE} ]]; then
      files=1
    elif [[ -n $line ]]; then
      value=\${line%%$'\\t'*}
      candidates+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#candidates )) && _describe -V 'a2a' candidates
  (( files )) && _files
}
if [[ $funcstack[1] == _a2a ]]; then
  _a2a "$@"
else
  compdef _a2a a2a
fi
`;

const fish = `# a2a: completions for fish. Load them with: a2a completion fish | source
function __a2a_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] completion fish -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ${FILES_LINE}
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c a2a -f -a '(__a2a_candidates)'
`;

export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
