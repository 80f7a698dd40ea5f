/** Commands to the server, whose end is told to whoever gave them. */

import { type DefaultError, useMutation as useTanstackMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

/**
 * What happens when one command has ended; it happens always.
 *
 * `here` says whether the component that gave the command is still on the page and did not start over: who has left is
 * told how it ended, and is not led back.
 */
export interface Ending<Data, Trouble> {
  readonly onSuccess?: (data: Data, here: boolean) => unknown;
  readonly onError?: (error: Trouble, here: boolean) => unknown;
  readonly onSettled?: (here: boolean) => unknown;
}

type Mutate<Data, Trouble, Wish> = (...given: undefined extends Wish ? [wish?: Wish, ending?: Ending<Data, Trouble>] : [wish: Wish, ending?: Ending<Data, Trouble>]) => void;

/** Each state by itself, so that `isPending` still says that there are `variables`. */
type WithMutate<State, Act> = State extends unknown ? Omit<State, "mutate"> & { readonly mutate: Act } : never;

export type Mutation<Data, Trouble, Wish, Context> = WithMutate<UseMutationResult<Data, Trouble, Wish, Context>, Mutate<Data, Trouble, Wish>>;

/**
 * TanStack's `useMutation`, with a `mutate` that forgets no ending.
 *
 * TanStack leaves out the callbacks of one call when its component is gone by then, and when the same hook was called
 * again. A row that a command removes goes as soon as its list is fresh, mostly before the command has ended: what it
 * had to say was lost.
 */
export function useMutation<Data = unknown, Trouble = DefaultError, Wish = void, Context = unknown>(
  options: UseMutationOptions<Data, Trouble, Wish, Context>,
): Mutation<Data, Trouble, Wish, Context> {
  const mutation = useTanstackMutation(options);
  // Another object for each time somebody stays with what was asked: leaving and starting over end it.
  const stay = useRef({});
  useEffect(
    () => () => {
      stay.current = {};
    },
    [],
  );
  const { mutateAsync, reset: startOver } = mutation;
  const reset = useCallback(() => {
    stay.current = {};
    startOver();
  }, [startOver]);
  const mutate = useCallback<Mutate<Data, Trouble, Wish>>(
    (...[wish, ending]) => {
      const asked = stay.current;
      void mutateAsync(wish as Wish).then(
        (data) => {
          const here = stay.current === asked;
          ending?.onSuccess?.(data, here);
          ending?.onSettled?.(here);
        },
        (error: Trouble) => {
          const here = stay.current === asked;
          ending?.onError?.(error, here);
          ending?.onSettled?.(here);
        },
      );
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, reset } as Mutation<Data, Trouble, Wish, Context>;
}
