/** Short news at the edge of the screen, read aloud too. `toast("Saved")`, `toast.error(title, { description: hint })`. */
export { toast } from "sonner";
